import "./styles.css";
import { i18n, type Messages } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { localeFromBrowser } from "@sekimori/kit-contract/locale";
import { createClient } from "@sekimori/kit-web/client/create-client";
import { csrfIn } from "@sekimori/kit-web/client/csrf-storage";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { schemaValidator } from "@sekimori/kit-web/form/schema-validator";
import { useForm } from "@sekimori/kit-web/form/use-form";
import { createAppLanguage } from "@sekimori/kit-web/language/app-language";
import { TextField } from "@sekimori/kit-web/primitives/text-field";
import { historyEntries } from "@sekimori/kit-web/routing/history-entries";
import { createRouter } from "@sekimori/kit-web/routing/router";
import { show } from "@sekimori/kit-web/routing/show";
import { commonErrorSentences } from "@sekimori/kit-web/sentences/error-sentences";
import { mountApp } from "@sekimori/kit-web/shell/mount-app";
import { NarrowPage } from "@sekimori/kit-web/shell/narrow-page";
import { PageForm } from "@sekimori/kit-web/shell/page-form";
import { isText } from "@sekimori/kit-web/storage/checks";
import { createClientStorage, openStorage } from "@sekimori/kit-web/storage/client-storage";
import { createToastQueue } from "@sekimori/kit-web/toast-queue/toast-queue";
import { useQuery } from "@tanstack/react-query";
import { addNote, listNotes } from "../../contract/endpoints/notes.ts";

const toasts = createToastQueue({ duration: 0 });
const report = () => toasts.show({ tone: "danger", title: i18n._(msg`That didn't work`) });
const language = createAppLanguage({
  i18n,
  files: import.meta.glob<{ messages: Messages }>("./locales/*.po"),
  initial: localeFromBrowser(navigator.language),
  onSwitch: (locale) => {
    document.documentElement.lang = locale;
  },
});
const client = createClient({
  baseUrl: "",
  csrf: csrfIn(createClientStorage({ csrf: isText() }, openStorage(window), window)),
  timeout: 30_000,
  locale: () => language.current(),
  onUnauthorised: () => window.location.assign("/openid/sign-in"),
});

function NotesPage() {
  const { t } = useLingui();
  const notes = { queryKey: ["notes"], queryFn: () => client.call(listNotes) };
  const { data } = useQuery(notes, queryClient);
  const form = useForm({
    defaultValues: { text: "" },
    fields: { text: { label: t`Note` } },
    validator: async () => schemaValidator((await import("../../contract/note.ts")).noteSchema),
    async onSubmit(body) {
      await client.call(addNote, { body });
      await queryClient.invalidateQueries(notes);
    },
  });
  return (
    <NarrowPage title={t`Notes`}>
      <PageForm form={form} submitLabel={t`Save`} pendingLabel={t`Saving`}>
        <TextField {...form.field("text")} />
      </PageForm>
      <ul>
        {data?.notes.map(({ text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: notes are only ever added before these.
          <li key={data.notes.length - index}>{text}</li>
        ))}
      </ul>
    </NarrowPage>
  );
}

const routes = [{ path: "/", handle: { title: msg`Notes` }, parts: [async () => NotesPage] }];
const router = createRouter({ routes, entries: historyEntries(window), show });
const loadShell = () => language.loadShell();
const errors = commonErrorSentences;
mountApp({ router, loadShell, name: "Sample", i18n, toasts, errors, report }).catch(report);
