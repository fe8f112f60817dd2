import type { DncCoverage } from '@dooryard/contract/dnc'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { api } from '../../../lib/api.ts'
import { sentenceFor } from '../../../lib/errors.ts'
import { plural } from '../../../lib/format.ts'
import { queryOf } from '../../../lib/query.ts'
import { useRefresh } from '../../../lib/use-call.ts'
import { Notice, Panel } from '../../../ui/display/panel.tsx'
import { useSingleFlight } from '../../../ui/form/use-schema-form.ts'
import { askFirst } from '../../../ui/shell/confirmations.tsx'
import { toastDone } from '../../../ui/toasts/toasts.ts'
import { useCoverage, useDnc } from '../integration.data.ts'
import type { ParsedNumbers } from './numbers.ts'
import { NumbersField, useNumbers } from './numbers-field.tsx'

type Change = 'add' | 'remove'

/** Says what became of the numbers that were sent: those that were there already, or were not, are told apart. */
function formatDone(change: Change, sent: number, changed: number): string {
  const [done, before] =
    change === 'add' ? ['added to the internal list', 'on it before'] : ['taken off the internal list', 'not on it']
  const rest = sent - changed
  const others = rest > 0 ? `; ${plural(rest, 'number')} ${rest === 1 ? 'was' : 'were'} ${before}` : ''
  return `${plural(changed, 'number')} ${done}${others}`
}

function formatParsed({ numbers, repeated }: ParsedNumbers): string {
  if (numbers.length === 0) return ''
  return plural(numbers.length, 'number') + (repeated > 0 ? `, ${plural(repeated, 'repeat')} left out` : '')
}

const countInternal = ({ copies }: DncCoverage, isPlatform: boolean) =>
  copies.find(({ list, owner }) => list === 'INTERNAL' && owner === (isPlatform ? 'PLATFORM' : 'YOURS'))?.numbers ?? 0

/** Puts numbers on the internal list or takes them off it, and answers how many that changed. */
function useChangeNumbers() {
  const { calls, changes, isPlatform } = useDnc()
  const cache = useQueryClient()
  const refresh = useRefresh(changes)
  return useMutation({
    mutationFn: async (body: { add?: string[]; remove?: string[] }) => {
      // Fetched anew: the numbers that were there already are told from the others by it.
      const before = await cache.fetchQuery(queryOf(calls.coverage, {}))
      const after = await api.call(calls.changeNumbers, { body })
      return Math.abs(countInternal(after, isPlatform) - countInternal(before, isPlatform))
    },
    meta: { quiet: true },
    onSettled: () => refresh(),
  })
}

function useNumbersForm() {
  const typed = useNumbers(1_000)
  const change = useChangeNumbers()
  const singly = useSingleFlight()
  const send = (how: Change, numbers: string[]) =>
    singly((land) =>
      change.mutate(
        { [how]: numbers },
        {
          onSuccess: (changed) => {
            toastDone(formatDone(how, numbers.length, changed))
            typed.type('')
          },
          onSettled: land,
        },
      ),
    )
  const add = (event: FormEvent) => {
    event.preventDefault()
    const numbers = typed.take()
    if (numbers) send('add', numbers)
  }
  const remove = () => {
    const numbers = typed.take()
    if (!numbers) return
    askFirst({
      title: `Take ${plural(numbers.length, 'number')} off the internal list?`,
      children: 'They may be called again, unless another list has them too.',
      labels: { confirm: 'Take off', cancel: 'Cancel' },
      confirmProps: { color: 'red' },
      onConfirm: () => send('remove', numbers),
    })
  }
  return { typed, change, add, remove }
}

const small = { c: 'dimmed', fz: 'sm' } as const

export function InternalPanel() {
  const { isPlatform } = useDnc()
  const { data } = useCoverage()
  const { typed, change, add, remove } = useNumbersForm()
  return (
    <Panel
      title="Internal list"
      aside={
        data && (
          <Text span {...small} lh={1.5} className="numbers">
            {plural(countInternal(data, isPlatform), 'number')}
          </Text>
        )
      }
    >
      <form onSubmit={add} noValidate>
        <Stack gap={16}>
          <Text {...small} lh="20px">
            {isPlatform
              ? 'Numbers whose holders asked not to be called. They are left out for everybody.'
              : 'Numbers whose holders asked you not to call. They are left out of all your orders.'}
          </Text>
          <NumbersField
            typed={typed}
            label="Phone numbers"
            description="One to a line or with commas, at most 1,000 at once"
            placeholder={'615-555-0142\n615-555-0143'}
          />
          {change.error && <Notice tone="bad">{sentenceFor(change.error)}</Notice>}
          <Group gap={8}>
            <Button type="submit" loading={change.isPending}>
              Add
            </Button>
            <Button variant="default" disabled={change.isPending} onClick={remove}>
              Take off
            </Button>
            <Text span {...small} pl={4} className="numbers">
              {formatParsed(typed.parsed)}
            </Text>
          </Group>
        </Stack>
      </form>
    </Panel>
  )
}
