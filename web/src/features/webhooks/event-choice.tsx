import { type WebhookEventType, webhookEventTypes } from '@dooryard/contract/webhook-events'
import { Button, Checkbox } from '@mantine/core'
import { useId } from 'react'
import classes from './webhooks.module.css'

const groupLabels = {
  order: 'Orders',
  credits: 'Credits',
  subscription: 'Subscription',
  saved_search: 'Saved searches',
  webhook: 'Tests',
} as const

const groups = Object.entries(groupLabels).map(([start, label]) => ({
  label,
  terms: webhookEventTypes.terms.filter(({ value }) => value.startsWith(`${start}.`)),
}))

type EventChoiceProps = {
  value: WebhookEventType[]
  onChange: (events: WebhookEventType[]) => void
  error?: React.ReactNode
}

type GroupProps = Omit<EventChoiceProps, 'error'> & { group: (typeof groups)[number] }

/** The events of one kind, one by one or all at once. */
function Group({ group: { label, terms }, value, onChange }: GroupProps) {
  const id = useId()
  const types = terms.map((term) => term.value)
  const chosen = types.filter((type) => value.includes(type))
  const others = value.filter((type) => !types.includes(type))
  const isWhole = chosen.length === types.length
  return (
    <fieldset aria-labelledby={id} className={classes.eventGroup}>
      <div className={classes.eventGroupHead}>
        <span id={id}>{label}</span>
        {types.length > 1 && (
          <Checkbox
            label="Select all"
            checked={isWhole}
            indeterminate={chosen.length > 0 && !isWhole}
            onChange={() => onChange(isWhole ? others : [...others, ...types])}
          />
        )}
      </div>
      {terms.map((term) => (
        <Checkbox
          key={term.value}
          label={term.label}
          description={
            <>
              <code>{term.value}</code> {term.description}
            </>
          }
          checked={value.includes(term.value)}
          onChange={({ currentTarget: { checked } }) =>
            onChange(checked ? [...value, term.value] : value.filter((type) => type !== term.value))
          }
        />
      ))}
    </fieldset>
  )
}

/** Which events a webhook gets. */
export function EventChoice({ value, onChange, error }: EventChoiceProps) {
  const id = useId()
  const isAll = value.length === webhookEventTypes.values.length
  return (
    <fieldset className={classes.events} aria-describedby={error ? id : undefined}>
      <legend>Events</legend>
      <Button
        variant="subtle"
        size="compact-sm"
        className={classes.everything}
        onClick={() => onChange(isAll ? [] : [...webhookEventTypes.values])}
      >
        {isAll ? 'Clear all events' : 'Select all events'}
      </Button>
      <div className={classes.eventGroups}>
        {groups.map((group) => (
          <Group key={group.label} group={group} value={value} onChange={onChange} />
        ))}
      </div>
      {error && (
        <p id={id} className={classes.fault}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
