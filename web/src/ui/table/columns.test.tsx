import { useTable } from '@tanstack/react-table'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { defineColumns, features } from './columns.ts'

let minutes = 5
const columns = defineColumns<{ id: string }>([{ id: 'due', header: 'Due', cell: () => `in ${minutes} minutes` }])
const data = [{ id: 'a job' }]
const drawn: string[] = []

/** Renders the same cell twice. */
function Table() {
  const { FlexRender, getRowModel } = useTable({ features, columns, data })
  const [cell] = getRowModel().rows.flatMap((row) => row.getAllCells())
  const draw = () => cell && drawn.push(renderToStaticMarkup(<FlexRender cell={cell} />))
  draw()
  minutes = 4
  draw()
  return null
}

test('a cell shows its current content, however long its row stays', () => {
  renderToStaticMarkup(<Table />)
  expect(drawn).toEqual(['in 5 minutes', 'in 4 minutes'])
})
