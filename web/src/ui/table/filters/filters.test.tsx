import { MantineProvider } from '@mantine/core'
import { createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ColumnFilter } from '../columns.ts'
import { FilterBox } from './filters.tsx'

const router = createRouter({ routeTree: createRootRoute() })

const render = (filter: ColumnFilter, value?: string) =>
  renderToStaticMarkup(
    <RouterContextProvider router={router}>
      <MantineProvider>
        <FilterBox filter={filter} value={value} onFilter={() => {}} />
      </MantineProvider>
    </RouterContextProvider>,
  )

test("a text filter of a column is a box that says 'Search...'", () => {
  const markup = render({ kind: 'text', key: 'owner', label: 'Owner' }, 'Erin')
  expect(markup).toMatch(/<input[^>]*placeholder="Search\.\.\."/)
  expect(markup).toMatch(/<input[^>]*aria-label="Owner"/)
  expect(markup).toMatch(/<input[^>]*value="Erin"/)
})

test('a select filter of a column has Clear once a value is chosen', () => {
  const filter: ColumnFilter = { kind: 'select', key: 'state', label: 'State', options: [{ value: 'a', label: 'A' }] }
  expect(render(filter)).not.toContain('aria-label="Clear"')
  expect(render(filter, 'a')).toContain('aria-label="Clear"')
})
