import type { PurchasedPart } from '@dooryard/contract/api/enums'
import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { UnstyledButton } from '@mantine/core'
import { Fragment } from 'react'
import { pluralize } from '../../lib/format/format.ts'
import { type Count, useCount, usePrefetchCount } from './count.data.ts'
import { markCountRequested } from './count-marks.ts'
import classes from './live-count.module.css'
import { type CountPart, formatPurchasedCount, listCountParts, selectPurchased } from './purchased-parts.ts'

type CountTextProps = {
  criteria: Criteria
  data: NonNullable<Count['data']>
  /** Makes each part of the count a filter. */
  onChange?: ((criteria: Criteria) => void) | undefined
}

/** The count in words. While a part of the purchased leads is selected, the other parts are counted beside it. */
export function CountText({ criteria, data, onChange }: CountTextProps) {
  const selected = criteria.only?.purchased
  const unlimited = selectPurchased(criteria, undefined)
  const whole = useCount(unlimited, selected !== undefined && onChange !== undefined)
  const select = useSelectPart(criteria, onChange)
  const counted = selected === undefined ? data : whole.data
  const parts = counted && listCountParts(unlimited, counted, selected)
  if (selected !== undefined && !(onChange && parts))
    return <BoldCount text={formatPurchasedCount(data.count, selected)} />
  if (!parts) return <BoldCount text={pluralize(data.count, 'property matches', 'properties match')} />
  return (
    <>
      {selected === 'MAIL_ONLY' && (
        <>
          <BoldCount text={formatPurchasedCount(data.count, selected)} /> ·{' '}
        </>
      )}
      <CountParts parts={parts} selected={selected} onSelect={select} />
    </>
  )
}

/** Selects a part of the purchased leads; the selected one again selects the others. */
function useSelectPart(criteria: Criteria, onChange: CountTextProps['onChange']) {
  const prefetchCount = usePrefetchCount()
  const selected = criteria.only?.purchased
  if (!onChange) return undefined
  return (part: PurchasedPart | undefined) => {
    if (part === undefined && selected === undefined) return
    const next = selectPurchased(criteria, part === selected ? undefined : part)
    markCountRequested(next)
    prefetchCount(next)
    onChange(next)
  }
}

type OnSelect = ((part: PurchasedPart | undefined) => void) | undefined

type CountPartsProps = {
  parts: NonNullable<ReturnType<typeof listCountParts>>
  selected: PurchasedPart | undefined
  onSelect: OnSelect
}

function CountParts({ parts: { rest, all, details }, selected, onSelect }: CountPartsProps) {
  const renderPart = (part: CountPart) => (
    <PartButton part={part} isSelected={part.part === selected} onSelect={onSelect} />
  )
  return (
    <>
      {renderPart(rest)} · {renderPart(all)}
      {details.length > 0 && (
        <>
          {' ('}
          {details.map((part, at) => (
            <Fragment key={part.part}>
              {at > 0 && ' · '}
              {renderPart(part)}
            </Fragment>
          ))}
          )
        </>
      )}
    </>
  )
}

/** A text that begins with a number. */
function BoldCount({ text }: { text: string }) {
  const [number, ...words] = text.split(' ')
  return (
    <span>
      <strong>{number}</strong> {words.join(' ')}
    </span>
  )
}

type PartButtonProps = { part: CountPart; isSelected: boolean; onSelect: OnSelect }

function PartButton({ part: { part, text, hint }, isSelected, onSelect }: PartButtonProps) {
  const words = isSelected ? <BoldCount text={text} /> : text
  if (!onSelect) return words
  return (
    <UnstyledButton className={classes.part} aria-pressed={isSelected} data-hint={hint} onClick={() => onSelect(part)}>
      {words}
    </UnstyledButton>
  )
}
