import { Button, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { sentenceFor } from '../../lib/errors.ts'
import { plural } from '../../lib/format.ts'
import { Notice, Panel } from '../../ui/display/panel.tsx'
import { useSingleFlight } from '../../ui/form/use-schema-form.ts'
import { askFirst } from '../../ui/shell/confirmations.tsx'
import { toastDone } from '../../ui/toasts/toasts.ts'
import { useChangeNumbers, useInternalCount, useIsPlatform } from './integration.data.ts'
import classes from './numbers.module.css'
import { faultOf, type Pasted, pastedNumbers } from './numbers.ts'

const most = 1_000

type Way = 'add' | 'remove'

/** What has become of the numbers that were sent: those that were there already, or were not, are told apart. */
function doneWords(way: Way, sent: number, changed: number): string {
  const rest = sent - changed
  if (way === 'add') {
    const there = rest > 0 ? `; ${plural(rest, 'number')} ${rest === 1 ? 'was' : 'were'} on it before` : ''
    return `${plural(changed, 'number')} added to the internal list${there}`
  }
  const missing = rest > 0 ? `; ${plural(rest, 'number')} ${rest === 1 ? 'was' : 'were'} not on it` : ''
  return `${plural(changed, 'number')} taken off the internal list${missing}`
}

/** What is understood of the text so far. */
function readWords({ numbers, repeated }: Pasted): string {
  if (numbers.length === 0) return ''
  return plural(numbers.length, 'number') + (repeated > 0 ? `, ${plural(repeated, 'repeat')} left out` : '')
}

function useNumbersForm() {
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string>()
  const change = useChangeNumbers()
  const singly = useSingleFlight()
  const pasted = pastedNumbers(text)
  const type = (next: string) => {
    setText(next)
    setFault(undefined)
  }
  const send = (way: Way, numbers: string[]) =>
    singly((land) =>
      change.mutate(
        { [way]: numbers },
        {
          onSuccess: (changed) => {
            toastDone(doneWords(way, numbers.length, changed))
            type('')
          },
          onSettled: land,
        },
      ),
    )
  const begin = (way: Way) => {
    const found = faultOf(pasted, most)
    setFault(found)
    const { numbers } = pasted
    if (found) return
    if (way === 'add') return send(way, numbers)
    askFirst({
      title: `Take ${plural(numbers.length, 'number')} off the internal list?`,
      children: 'They may be called again, unless another list has them too.',
      labels: { confirm: 'Take off', cancel: 'Cancel' },
      confirmProps: { color: 'red' },
      onConfirm: () => send(way, numbers),
    })
  }
  return { text, type, fault, pasted, change, begin }
}

/** Takes numbers whose holders asked not to be called, and takes them off again. */
export function InternalPanel() {
  const isPlatform = useIsPlatform()
  const count = useInternalCount()
  const { text, type, fault, pasted, change, begin } = useNumbersForm()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    begin('add')
  }
  return (
    <Panel
      title="Internal list"
      aside={count !== undefined && <span className={classes.count}>{plural(count, 'number')}</span>}
    >
      <form className={classes.form} onSubmit={submit} noValidate>
        <p className={classes.lead}>
          {isPlatform
            ? 'Numbers whose holders asked not to be called. They are left out for everybody.'
            : 'Numbers whose holders asked you not to call. They are left out of all your orders.'}
        </p>
        <Textarea
          label="Phone numbers"
          description="One to a line or with commas, at most 1,000 at once"
          placeholder={'615-555-0142\n615-555-0143'}
          rows={3}
          value={text}
          error={fault}
          onChange={({ currentTarget }) => type(currentTarget.value)}
        />
        {change.error && <Notice tone="bad">{sentenceFor(change.error)}</Notice>}
        <div className={classes.actions}>
          <Button type="submit" loading={change.isPending}>
            Add
          </Button>
          <Button variant="default" disabled={change.isPending} onClick={() => begin('remove')}>
            Take off
          </Button>
          <span className={classes.read}>{readWords(pasted)}</span>
        </div>
      </form>
    </Panel>
  )
}
