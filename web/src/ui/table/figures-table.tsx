import type { ReactNode } from 'react'
import classes from './figures-table.module.css'

type FiguresTableProps = {
  /** What the rows are, for those who do not see where the table stands. */
  label: string
  headers: readonly string[]
  /** Rows, each with a `th` that names it and a `td` for every other header. */
  children: ReactNode
}

/** A small table that is shown whole: each row a name with its figures, which stand to the right. */
export function FiguresTable({ label, headers, children }: FiguresTableProps) {
  return (
    <table className={classes.table}>
      <caption className="visually-hidden">{label}</caption>
      <thead>
        <tr>
          {headers.map((header) => (
            <th key={header} scope="col">
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}
