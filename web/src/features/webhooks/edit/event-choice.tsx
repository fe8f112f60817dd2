import { type WebhookEventType, webhookEventTypes } from '@dooryard/contract/integrations/webhook-events'
import { Box, Button, Checkbox, Flex, Group, Paper, Text } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from '../webhooks.module.css'

const groupLabels = {
  order: 'Orders',
  credits: 'Credits',
  subscription: 'Subscription',
  saved_search: 'Saved searches',
  webhook: 'Tests',
} as const

const eventGroups = Object.entries(groupLabels).map(([start, label]) => ({
  label,
  terms: webhookEventTypes.terms.filter(({ value }) => value.startsWith(`${start}.`)),
}))

type EventChoiceProps = { value: WebhookEventType[]; onChange: (events: WebhookEventType[]) => void }

function EventGroup({
  group: { label, terms },
  value,
  onChange,
}: EventChoiceProps & { group: (typeof eventGroups)[number] }) {
  const id = useId()
  const types = terms.map((term) => term.value)
  const chosen = types.filter((type) => value.includes(type))
  const others = value.filter((type) => !types.includes(type))
  const isWhole = chosen.length === types.length
  return (
    <Flex
      component="fieldset"
      direction="column"
      gap="sm"
      p="12px 16px 16px"
      aria-labelledby={id}
      className={`plain ${classes.eventGroup}`}
    >
      <Group justify="space-between" gap="xs" mih={24} fw={600}>
        <span id={id}>{label}</span>
        {types.length > 1 && (
          <Checkbox
            label="Select all"
            checked={isWhole}
            indeterminate={chosen.length > 0 && !isWhole}
            onChange={() => onChange(isWhole ? others : [...others, ...types])}
          />
        )}
      </Group>
      {terms.map((term) => (
        <Checkbox
          key={term.value}
          label={term.label}
          description={
            <>
              <Box component="code" mr={4} fz="xs">
                {term.value}
              </Box>{' '}
              {term.description}
            </>
          }
          checked={value.includes(term.value)}
          onChange={({ currentTarget: { checked } }) =>
            onChange(checked ? [...value, term.value] : value.filter((type) => type !== term.value))
          }
        />
      ))}
    </Flex>
  )
}

export function EventChoice({ value, onChange, error }: EventChoiceProps & { error?: ReactNode }) {
  const id = useId()
  const isAll = value.length === webhookEventTypes.values.length
  return (
    <Box component="fieldset" pos="relative" className="plain" aria-describedby={error ? id : undefined}>
      <Text component="legend" p={0} fw={500} lh="26px">
        Events
      </Text>
      <Box pos="absolute" top={-26} right={0}>
        <Button variant="subtle" size="compact-sm" onClick={() => onChange(isAll ? [] : [...webhookEventTypes.values])}>
          {isAll ? 'Clear all events' : 'Select all events'}
        </Button>
      </Box>
      <Paper withBorder bg="none">
        {eventGroups.map((group) => (
          <EventGroup key={group.label} group={group} value={value} onChange={onChange} />
        ))}
      </Paper>
      {error && (
        <Text id={id} c="var(--mantine-color-error)" fz="sm" lh="inherit" mt={6}>
          {error}
        </Text>
      )}
    </Box>
  )
}
