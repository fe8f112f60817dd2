import type { Criteria, Dates, Range } from '@dooryard/contract/criteria'
import { type CriteriaField, criteriaGroups } from '@dooryard/contract/criteria-fields'
import { Accordion, NativeSelect } from '@mantine/core'
import { type FieldFacts, useFieldFacts } from './criteria.data.ts'
import classes from './criteria.module.css'
import { DatesField } from './dates-field.tsx'
import { askedIn, valueAt, withValue } from './edit.ts'
import { showsAll, termsOf } from './fields.ts'
import { PlacePicker } from './place-picker.tsx'
import { RangeField } from './range-field.tsx'
import { TermChips, TermList } from './term-field.tsx'
import { TextField } from './text-field.tsx'

type ControlProps = {
  field: CriteriaField
  facts: FieldFacts | undefined
  value: unknown
  onChange: (value: unknown) => void
}

// The schema of criteria guarantees the type of each value; the table of fields says which control takes it.
function Control({ field, facts, value, onChange }: ControlProps) {
  const { label, hint } = field
  switch (field.type) {
    case 'terms': {
      const Terms = showsAll(field.vocabulary) ? TermChips : TermList
      const given = { label, hint, terms: termsOf(field.vocabulary), counts: facts?.values }
      return <Terms {...given} value={(value as string[]) ?? []} onChange={onChange} />
    }
    case 'range':
      return (
        <RangeField
          label={label}
          unit={field.unit}
          ends={facts}
          value={value as Range | undefined}
          onChange={onChange}
        />
      )
    case 'dates':
      return <DatesField label={label} value={value as Dates | undefined} onChange={onChange} />
    case 'text':
      return (
        <TextField label={label} placeholder="Start of a name" value={(value as string) ?? ''} onChange={onChange} />
      )
    case 'yesNo':
      return (
        <NativeSelect
          size="xs"
          label={label}
          data={[
            { value: '', label: 'Either' },
            { value: 'true', label: 'Yes' },
            { value: 'false', label: 'No' },
          ]}
          value={value === undefined ? '' : String(value)}
          onChange={({ currentTarget }) => onChange(currentTarget.value ? currentTarget.value === 'true' : undefined)}
        />
      )
  }
}

function GroupHead({ label, asked }: { label: string; asked: number }) {
  return (
    <Accordion.Control>
      <span className={classes.groupHead}>
        {label}
        {asked > 0 && (
          <span className={classes.asked}>
            {asked}
            <span className="visually-hidden"> set</span>
          </span>
        )}
      </span>
    </Accordion.Control>
  )
}

type CriteriaPanelProps = { criteria: Criteria; onChange: (criteria: Criteria) => void }

/** Everything that can be asked of properties and their owners. */
export function CriteriaPanel({ criteria, onChange }: CriteriaPanelProps) {
  const factsOf = useFieldFacts()
  return (
    <Accordion
      multiple
      defaultValue={['location', 'property', 'owner']}
      order={2}
      chevronSize={16}
      classNames={{ item: classes.group, control: classes.groupControl, content: classes.groupBody }}
    >
      <Accordion.Item value="location">
        <GroupHead label="Location" asked={askedIn(criteria, 'location')} />
        <Accordion.Panel>
          <PlacePicker criteria={criteria} onChange={onChange} />
        </Accordion.Panel>
      </Accordion.Item>
      {criteriaGroups.map((group) => (
        <Accordion.Item key={group.key} value={group.key}>
          <GroupHead label={group.label} asked={askedIn(criteria, group.key)} />
          <Accordion.Panel>
            {group.fields.map((field) => (
              <Control
                key={field.key}
                field={field}
                facts={factsOf(group.key, field.key)}
                value={valueAt(criteria, group.key, field.key)}
                onChange={(value) => onChange(withValue(criteria, group.key, field.key, value))}
              />
            ))}
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  )
}
