import { leadStages } from '@dooryard/contract/api/enums'
import { defaultPeriodDays, type NewMailing, printOrders, repeatScopes } from '@dooryard/contract/leads/letters'
import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { toOptions, useLeadLabels } from '../../../entities/lead/labels/labels.data.ts'
import { LeadSourceField } from './lead-source-field.tsx'

export type Choice = {
  name: string
  templateId: string
  source: string
  stage: string
  tag: string
  /** As it is typed. */
  periodDays: string
  repeatScope: NewMailing['repeatScope']
  printOrder: NewMailing['printOrder']
  isSuppressing: boolean
  isSent: boolean
}

/** The days that are typed; the usual ones while the field is empty, as nobody would be excluded by none. */
export const parsePeriod = (typed: string): number =>
  typed.trim() === '' ? defaultPeriodDays : Math.min(3_650, Math.max(0, Math.trunc(Number(typed)) || 0))

type ChoiceFieldsProps = {
  choice: Choice
  templates: readonly { id: string; name: string }[]
  nameError: string | undefined
  hasLists: boolean
  onChange: (change: Partial<Choice>) => void
}

/** What a new mailing is chosen by. */
export function ChoiceFields({ choice, templates, nameError, hasLists, onChange }: ChoiceFieldsProps) {
  const { tags } = useLeadLabels()
  return (
    <>
      <TextInput
        label="Name"
        maxLength={100}
        value={choice.name}
        error={nameError}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      <NativeSelect
        label="Template"
        data={templates.map(({ id, name }) => ({ value: id, label: name }))}
        value={choice.templateId}
        onChange={({ currentTarget }) => onChange({ templateId: currentTarget.value })}
      />
      <LeadSourceField source={choice.source} onSource={(source) => onChange({ source })} />
      <NativeSelect
        label="Stage"
        data={[{ value: '', label: 'All stages' }, ...leadStages.terms]}
        value={choice.stage}
        onChange={({ currentTarget }) => onChange({ stage: currentTarget.value })}
      />
      {tags.length > 0 && (
        <NativeSelect
          label="Tag"
          data={[{ value: '', label: 'With or without tags' }, ...toOptions(tags)]}
          value={choice.tag}
          onChange={({ currentTarget }) => onChange({ tag: currentTarget.value })}
        />
      )}
      <TextInput
        type="number"
        label="Exclude owners mailed in the last … days"
        description="0 excludes nobody"
        min={0}
        max={3650}
        value={choice.periodDays}
        onChange={({ currentTarget }) => onChange({ periodDays: currentTarget.value })}
        onBlur={() => onChange({ periodDays: String(parsePeriod(choice.periodDays)) })}
      />
      <NativeSelect
        label="What counts"
        description={repeatScopes.description(choice.repeatScope ?? 'ANY')}
        data={repeatScopes.terms.map(({ value, label }) => ({ value, label }))}
        value={choice.repeatScope ?? 'ANY'}
        onChange={({ currentTarget }) => onChange({ repeatScope: repeatScopes.schema.parse(currentTarget.value) })}
      />
      <NativeSelect
        label="Print order"
        data={printOrders.terms.map(({ value, label }) => ({ value, label }))}
        value={choice.printOrder ?? 'ZIP'}
        onChange={({ currentTarget }) => onChange({ printOrder: printOrders.schema.parse(currentTarget.value) })}
      />
      {hasLists && (
        <Checkbox
          label="Exclude my suppression lists"
          checked={choice.isSuppressing}
          onChange={({ currentTarget }) => onChange({ isSuppressing: currentTarget.checked })}
        />
      )}
      <Checkbox
        label="Mark as sent today"
        description="You can also do it later, with another day, and undo it"
        checked={choice.isSent}
        onChange={({ currentTarget }) => onChange({ isSent: currentTarget.checked })}
      />
    </>
  )
}
