import type { DncCheck } from '@dooryard/contract/dnc'
import { type ScrubResult, scrubResults } from '@dooryard/contract/vocabularies'
import { Button, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { sentenceFor } from '../../lib/errors.ts'
import { formatDay } from '../../lib/format.ts'
import { Tag } from '../../ui/display/badges.tsx'
import { Notice, Panel } from '../../ui/display/panel.tsx'
import { useCheck } from './integration.data.ts'
import classes from './numbers.module.css'
import { faultOf, pastedNumbers, phoneWords } from './numbers.ts'

const most = 10

const toneOf = (result: ScrubResult) => (result === 'CLEAN' ? 'good' : result === 'NOT_SCRUBBED' ? 'warn' : 'bad')

const reasonOf = (value: ScrubResult) => scrubResults.terms.find((term) => term.value === value)?.description

type Item = DncCheck['items'][number]

function Result({ item: { number, result, reasons, accessedOn } }: { item: Item }) {
  const said = reasons.length > 0 ? reasons : [result]
  return (
    <li>
      <strong>{phoneWords(number)}</strong>
      <Tag tone={toneOf(result)}>{scrubResults.label(result)}</Tag>
      <div>
        {said.map((reason) => (
          <p key={reason}>{reasonOf(reason)}</p>
        ))}
        <p>
          {accessedOn
            ? `Checked against the copy of the national registry of ${formatDay(accessedOn)}`
            : 'No copy of the national registry covers it'}
        </p>
      </div>
    </li>
  )
}

/** Says of up to ten numbers whether they may be called, and why not. */
export function CheckPanel() {
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string>()
  const [asked, setAsked] = useState<string[]>([])
  const { data, error, isFetching, refetch } = useCheck(asked)
  const check = (event: FormEvent) => {
    event.preventDefault()
    const pasted = pastedNumbers(text)
    const found = faultOf(pasted, most)
    setFault(found)
    if (found) return
    // The same numbers once more are asked about anew.
    if (pasted.numbers.join() === asked.join()) void refetch()
    else setAsked(pasted.numbers)
  }
  return (
    <Panel title="Check a number">
      <form className={classes.form} onSubmit={check} noValidate>
        <Textarea
          label="Numbers to check"
          description="Up to ten, one to a line or with commas"
          placeholder="615-555-0142"
          rows={3}
          maxLength={1_000}
          value={text}
          error={fault}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value)
            setFault(undefined)
          }}
        />
        <div className={classes.actions}>
          <Button type="submit" loading={isFetching}>
            Check
          </Button>
        </div>
      </form>
      <div role="status" className={classes.status}>
        {data && !error && (
          <ul className={classes.results} aria-label="What the lists say">
            {data.items.map((item) => (
              <Result key={item.number} item={item} />
            ))}
          </ul>
        )}
      </div>
      {error && !isFetching && (
        <div className={classes.failed}>
          <Notice tone="bad">{sentenceFor(error)}</Notice>
          <Button variant="default" size="compact-sm" onClick={() => void refetch()}>
            Try Again
          </Button>
        </div>
      )}
    </Panel>
  )
}
