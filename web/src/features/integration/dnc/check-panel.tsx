import { type ScrubResult, scrubResults } from '@dooryard/contract/api/enums'
import type { DncCheck } from '@dooryard/contract/data/dnc'
import { Box, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { buildQuery } from '../../../lib/api/query.ts'
import { formatDay } from '../../../lib/format/format.ts'
import { Tag } from '../../../ui/display/badges.tsx'
import { Panel } from '../../../ui/display/panel.tsx'
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx'
import { useDnc } from '../integration.data.ts'
import { formatPhone } from './numbers.ts'
import { NumbersField, useNumbersField } from './numbers-field.tsx'

const getTone = (result: ScrubResult) => (result === 'CLEAN' ? 'good' : result === 'NOT_SCRUBBED' ? 'warn' : 'bad')

function CheckResult({ item: { number, result, reasons, accessedOn } }: { item: DncCheck['items'][number] }) {
  const registry = accessedOn
    ? `Checked against the national registry as of ${formatDay(accessedOn)}`
    : 'Not covered by a copy of the national registry'
  const sentences = [...(reasons.length > 0 ? reasons : [result]).map(scrubResults.description), registry]
  return (
    <Group component="li" justify="space-between" gap="4px 12px" py={12} style={{ borderTop: '1px solid var(--line)' }}>
      <Text inherit component="strong" fw={600} className="numbers">
        {formatPhone(number)}
      </Text>
      <Tag tone={getTone(result)}>{scrubResults.label(result)}</Tag>
      <Box flex="0 0 100%" c="dimmed">
        {sentences.map((sentence) => (
          <Text inherit key={sentence}>
            {sentence}
          </Text>
        ))}
      </Box>
    </Group>
  )
}

export function CheckPanel() {
  const { calls } = useDnc()
  const field = useNumbersField(10)
  const [numbers, setNumbers] = useState<string[]>([])
  const asked = { ...buildQuery(calls.check, { body: { numbers } }), enabled: numbers.length > 0 }
  const { data, error, isFetching, refetch } = useQuery(asked)
  const check = (event: FormEvent) => {
    event.preventDefault()
    const next = field.validate()
    // Checking the same numbers again fetches again.
    if (next?.join() === numbers.join()) void refetch()
    else if (next) setNumbers(next)
  }
  return (
    <Panel title="Check a number">
      <form onSubmit={check} noValidate>
        <Stack gap={16}>
          <NumbersField
            field={field}
            label="Numbers to check"
            description="One per line or separated by commas, up to 10"
            placeholder="615-555-0142"
            maxLength={1_000}
          />
          <div>
            <Button type="submit" loading={isFetching}>
              Check
            </Button>
          </div>
        </Stack>
      </form>
      <div role="status">
        {data && !error && (
          <Stack
            component="ul"
            gap={0}
            m={0}
            mt={20}
            mb={-12}
            p={0}
            fz="sm"
            lh="20px"
            style={{ listStyle: 'none' }}
            aria-label="Check results"
          >
            {data.items.map((item) => (
              <CheckResult key={item.number} item={item} />
            ))}
          </Stack>
        )}
      </div>
      {error && !isFetching && (
        <Stack align="flex-start" gap={8} mt={16}>
          <FailureNotice error={error} />
          <Button variant="default" size="compact-sm" onClick={() => void refetch()}>
            Try Again
          </Button>
        </Stack>
      )}
    </Panel>
  )
}
