import { Checkbox } from "../primitives/checkbox.tsx";
import { Radio, RadioGroup } from "../primitives/radio-group.tsx";
import { Columns, Section } from "./section.tsx";
import type { Texts } from "./texts.ts";

export function ChoicesSection({ t }: { t: Texts }) {
  const required = { kind: "required", text: t.required } as const;
  return (
    <Section id="choices" title={t.choices}>
      <Columns>
        <div className="grid gap-5">
          <Checkbox label={t.agree} help={t.agreeHelp} mandatory />
          <Checkbox id="agree-wrong" label={t.agree} error={t.agreeError} mandatory />
          <Checkbox label={t.some} indeterminate />
          <Checkbox label={t.notices} defaultChecked />
          <Checkbox label={t.offChoice} disabled />
          <Checkbox label={t.offChoice} disabled defaultChecked />
        </div>
        <RadioGroup id="user-type" label={t.userType} requirement={required} inline>
          <Radio name="user-type" value="1" label={t.organisation} defaultChecked />
          <Radio name="user-type" value="2" label={t.personal} />
        </RadioGroup>
        <RadioGroup label={t.plan}>
          <Radio
            framed
            name="plan"
            value="detailed"
            label={t.detailed}
            help={t.detailedHelp}
            defaultChecked
          />
          <Radio framed name="plan" value="free" label={t.free} help={t.freeHelp} />
        </RadioGroup>
        <RadioGroup
          id="plan-wrong"
          label={t.plan}
          help={t.small}
          requirement={required}
          error={t.planError}
        >
          <Radio name="plan-wrong" value="detailed" label={t.detailed} />
          <Radio name="plan-wrong" value="free" label={t.free} />
          <Radio name="plan-wrong" value="off" label={t.offChoice} disabled />
        </RadioGroup>
      </Columns>
    </Section>
  );
}
