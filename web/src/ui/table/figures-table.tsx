import type { CSSProperties, ReactNode } from 'react'
import classes from './figures-table.module.css'

/** `texts` stand to the left; of `actions` only those hear the name who do not see the buttons under it. */
type Column = { label: string; holds: 'texts' | 'actions' }

type FiguresTableProps = {
  /** What the rows are, for those who do not see where the table stands. */
  label: string
  headers: readonly (string | Column)[]
  /** Rows, each with a `th` that names it and a `td` for every other header, with `data-texts` where it holds some. */
  children: ReactNode
}

const columnOf = (header: string | Column): { label: string; holds?: Column['holds'] } =>
  typeof header === 'string' ? { label: header } : header

/**
 * A small table that is shown whole: each row a name with its figures, which stand to the right. One with actions has
 * no room for them on a phone, where its rows are cards.
 */
export function FiguresTable({ label, headers, children }: FiguresTableProps) {
  const columns = headers.map(columnOf)
  const isCards = columns.some(({ holds }) => holds === 'actions')
  // On a card each figure has its header before it, which the styles put there.
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
