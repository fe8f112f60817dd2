import type { DncCoverage } from '@dooryard/contract/data/dnc'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { api } from '../../../lib/api/api.ts'
import { buildQuery } from '../../../lib/api/query.ts'
import { useInvalidateOnSettled } from '../../../lib/api/use-endpoint-mutation.ts'
import { pluralize } from '../../../lib/format/format.ts'
import { Panel } from '../../../ui/display/panel.tsx'
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx'
import { useSingleFlight } from '../../../ui/form/use-schema-form.ts'
import { openConfirmDialog } from '../../../ui/shell/confirmations.tsx'
import { showSuccessToast } from '../../../ui/toasts/toasts.ts'
import { useCoverage, useDnc } from '../integration.data.ts'
import type { ParsedNumbers } from './numbers.ts'
import { NumbersField, useNumbersField } from './numbers-field.tsx'

type NumbersChange = 'add' | 'remove'

/** Formats the result, counting numbers that were already on the list, or not on it, separately. */
function formatDone(change: NumbersChange, sent: number, changed: number): string {
  const [done, before] =
    change === 'add' ? ['added to the internal list', 'already on it'] : ['removed from the internal list', 'not on it']
  const rest = sent - changed
  const others = rest > 0 ? `; ${pluralize(rest, 'number')} ${rest === 1 ? 'was' : 'were'} ${before}` : ''
  return `${pluralize(changed, 'number')} ${done}${others}`
}

function formatParsed({ numbers, repeated }: ParsedNumbers): string {
  if (numbers.length === 0) return ''
  return pluralize(numbers.length, 'number') + (repeated > 0 ? `, ${pluralize(repeated, 'duplicate')} ignored` : '')
}

const countInternal = ({ copies }: DncCoverage, isPlatform: boolean) =>
  copies.find(({ list, owner }) => list === 'INTERNAL' && owner === (isPlatform ? 'PLATFORM' : 'YOURS'))?.numbers ?? 0

/** Adds numbers to the internal list or removes them, and returns how many changed. */
function useChangeNumbers() {
  const { calls, changes, isPlatform } = useDnc()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (body: { add?: string[]; remove?: string[] }) => {
      // Fetched first: the difference in the count tells how many numbers changed.
      const before = await cache.fetchQuery(buildQuery(calls.coverage, {}))
      const after = await api.call(calls.changeNumbers, { body })
      return Math.abs(countInternal(after, isPlatform) - countInternal(before, isPlatform))
    },
    onSettled: useInvalidateOnSettled(changes),
  })
}

function useNumbersForm() {
  const field = useNumbersField(1_000)
  const change = useChangeNumbers()
  const runExclusive = useSingleFlight()
  const send = (kind: NumbersChange, numbers: string[]) =>
    runExclusive((release) =>
      change.mutate(
        { [kind]: numbers },
        {
          onSuccess: (changed) => {
            showSuccessToast(formatDone(kind, numbers.length, changed))
            field.type('')
          },
          onSettled: release,
        },
      ),
    )
  const add = (event: FormEvent) => {
    event.preventDefault()
    const numbers = field.validate()
    if (numbers) send('add', numbers)
  }
  const remove = () => {
    const numbers = field.validate()
    if (!numbers) return
    openConfirmDialog({
      title: `Remove ${pluralize(numbers.length, 'number')} from the internal list?`,
      children: 'They can be called again unless another list has them.',
      labels: { confirm: 'Remove', cancel: 'Cancel' },
      confirmProps: { color: 'red' },
      onConfirm: () => send('remove', numbers),
    })
  }
  return { typed: field, change, add, remove }
}

const smallText = { c: 'dimmed', fz: 'sm' } as const

export function InternalPanel() {
  const { isPlatform } = useDnc()
  const { data } = useCoverage()
  const { typed: field, change, add, remove } = useNumbersForm()
  return (
    <Panel
      title="Internal list"
      aside={
        data && (
          <Text span {...smallText} lh={1.5} className="numbers">
            {pluralize(countInternal(data, isPlatform), 'number')}
          </Text>
        )
      }
    >
      <form onSubmit={add} noValidate>
        <Stack gap={16}>
          <Text {...smallText} lh="20px">
            {isPlatform
              ? 'Numbers of people who asked not to be called. Excluded for all users.'
              : 'Numbers of people who asked you not to call. Excluded from all your orders.'}
          </Text>
          <NumbersField
            field={field}
            label="Phone numbers"
            description="One per line or separated by commas, up to 1,000"
            placeholder={'615-555-0142\n615-555-0143'}
          />
          {change.error && <FailureNotice error={change.error} />}
          <Group gap={8}>
            <Button type="submit" loading={change.isPending}>
              Add
            </Button>
            <Button variant="default" disabled={change.isPending} onClick={remove}>
              Remove
            </Button>
            <Text span {...smallText} pl={4} className="numbers">
              {formatParsed(field.parsed)}
            </Text>
          </Group>
        </Stack>
      </form>
    </Panel>
  )
}
