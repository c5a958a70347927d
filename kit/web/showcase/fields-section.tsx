import { useState } from "react";
import { Button } from "../primitives/button.tsx";
import { EmailField } from "../primitives/email-field.tsx";
import { FileField } from "../primitives/file-field.tsx";
import { OneTimeCodeField } from "../primitives/one-time-code-field.tsx";
import { PasswordField } from "../primitives/password-field.tsx";
import { Select } from "../primitives/select.tsx";
import { TextArea } from "../primitives/text-area.tsx";
import { TextField } from "../primitives/text-field.tsx";
import { Columns, Section } from "./section.tsx";
import type { Texts } from "./texts.ts";

function CodeForm({ t }: { t: Texts }) {
  const [complete, setComplete] = useState<readonly string[]>([]);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setComplete([...complete, String(new FormData(event.currentTarget).get("code"))]);
      }}
    >
      <OneTimeCodeField id="code" name="code" label={t.code} help={t.codeHelp} submits />
      <output className="sr-only" data-testid="codes">
        {complete.join(",")}
      </output>
    </form>
  );
}

export function FieldsSection({ t }: { t: Texts }) {
  const required = { kind: "required", text: t.required } as const;
  const optional = { kind: "optional", text: t.optional } as const;
  const options = t.prefectures.map((name, index) => (
    <option key={name} value={index === 0 ? "" : String(index)}>
      {name}
    </option>
  ));
  return (
    <Section id="fields" title={t.fields}>
      <Columns>
        <EmailField
          id="email"
          label={t.email}
          help={t.emailHelp}
          requirement={required}
          autoComplete="email"
        />
        <TextField
          id="email-wrong"
          type="email"
          label={t.email}
          help={t.emailHelp}
          error={t.emailError}
          requirement={required}
          defaultValue="name@example"
        />
        <TextField label={t.company} requirement={required} defaultValue={t.companyValue} />
        <TextField id="building" label={t.building} requirement={optional} />
        <TextField label={t.readOnly} readOnly defaultValue="name@example.jp" />
        <FileField
          label={t.file}
          help={t.fileHelp}
          chooseLabel={t.chooseFile}
          noneLabel={t.noFile}
        />
        <TextField label={t.disabled} disabled characters={13} placeholder="1234567890123" />
        <form aria-label={t.password} onSubmit={(event) => event.preventDefault()}>
          <PasswordField
            id="password"
            label={t.password}
            autoComplete="current-password"
            showLabel={t.show}
            hideLabel={t.hide}
            defaultValue="Sekisho-34"
          />
          <Button type="submit" className="mt-4">
            {t.save}
          </Button>
        </form>
        <PasswordField
          label={t.newPassword}
          help={t.passwordHelp}
          error={t.passwordError}
          requirement={required}
          autoComplete="new-password"
          showLabel={t.show}
          hideLabel={t.hide}
        />
        <Select label={t.prefecture} requirement={required} characters={10}>
          {options}
        </Select>
        <Select
          id="prefecture-wrong"
          label={t.prefecture}
          requirement={required}
          error={t.prefectureError}
        >
          {options}
        </Select>
        <CodeForm t={t} />
        <OneTimeCodeField
          id="code-wrong"
          label={t.code}
          help={t.codeHelp}
          error={t.codeError}
          defaultValue="318604"
        />
        <TextArea label={t.notes} requirement={optional} />
      </Columns>
    </Section>
  );
}
