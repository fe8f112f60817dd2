import type { ReactNode } from 'react'
import classes from './facts.module.css'

export type Fact = { label: string; value: ReactNode }

/** Names and values in two columns; `figures` are numbers, which stand to the right. */
export function Facts({ facts, figures }: { facts: Fact[]; figures?: boolean }) {
  return (
    <dl className={classes.facts} data-figures={figures || undefined}>
      {facts.map(({ label, value }) => (
        <div key={label} className={classes.fact}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
