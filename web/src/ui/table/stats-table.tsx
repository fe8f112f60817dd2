import type { CSSProperties, ReactNode } from 'react'
import classes from './stats-table.module.css'

/** `texts` are aligned to the left. The header of `actions` is for screen readers only. */
type Column = { label: string; holds: 'texts' | 'actions' }

type StatsTableProps = {
  /** The name of the table for screen readers. */
  label: string
  headers: readonly (string | Column)[]
  /** Rows with a `th` and a `td` per remaining header; a text cell has `data-texts`. */
  children: ReactNode
}

const toColumn = (header: string | Column): { label: string; holds?: Column['holds'] } =>
  typeof header === 'string' ? { label: header } : header

/**
 * A small table without pagination: each row has a name and right-aligned values. With actions, the rows become cards
 * on phones.
 */
export function StatsTable({ label, headers, children }: StatsTableProps) {
  const columns = headers.map(toColumn)
  const isCards = columns.some(({ holds }) => holds === 'actions')
  // On a card, each value has its header before it, rendered by CSS.
  const names = columns.map((column, at) => [`--header-${at + 1}`, JSON.stringify(column.label)])
  return (
    <table
      className={classes.table}
      data-cards={isCards || undefined}
      style={isCards ? (Object.fromEntries(names) as CSSProperties) : undefined} // custom properties have no type
    >
      <caption className="visually-hidden">{label}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.label} scope="col" data-texts={column.holds === 'texts' || undefined}>
              {column.holds === 'actions' ? <span className="visually-hidden">{column.label}</span> : column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

export const actionColumn: Column = { label: 'Action', holds: 'actions' }
