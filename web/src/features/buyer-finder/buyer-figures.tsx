import type { Buyer } from '@dooryard/contract/buyers'
import { formatDay, formatDollars, formatNumber } from '../../lib/format.ts'
import classes from './buyer-figures.module.css'
import { cashInWords, definitions, holdingInWords } from './buyer-words.ts'

const figuresOf = (buyer: Buyer) => {
  const { share, of } = cashInWords(buyer)
  return [
    { label: 'Purchases', value: formatNumber(buyer.purchases) },
    { label: 'Median price', value: formatDollars(buyer.medianPrice) },
    { label: 'Last purchase', value: formatDay(buyer.lastPurchase) },
    { label: 'Holding time', value: holdingInWords(buyer.medianHoldingMonths) },
    { label: 'Paid in cash', value: `${share} ${of}` },
    { label: 'Portfolio', value: formatNumber(buyer.portfolioSize) },
  ]
}

/** The figures of a buyer at a glance. */
export function BuyerFigures({ buyer }: { buyer: Buyer }) {
  return (
    <dl className={classes.figures}>
      {figuresOf(buyer).map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const columns = [
  ['Purchases', definitions.purchases],
  ['Median price', definitions.medianPrice],
  ['Last purchase', definitions.lastPurchase],
  ['Holding time', definitions.holding],
  ['Paid in cash', definitions.cash],
  ['Portfolio', definitions.portfolio],
] as const

/** What each figure counts, and who is a buyer, for whoever asks. */
export function WhatIsCounted() {
  return (
    <details className={classes.help}>
      <summary>What is counted?</summary>
      <dl className={classes.definitions}>
        <div>
          <dt>Buyer</dt>
          <dd>
            One name at one mailing address, as the deeds and the assessment rolls give them. Public bodies are left
            out, and so are deeds that a county says were not at arm’s length.
          </dd>
        </div>
        {columns.map(([label, meaning]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
