import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { BreakdownCounts } from './order-breakdown.tsx'
import type { OrderBreakdownLine } from './order-breakdown-lines.ts'

const suppressed: OrderBreakdownLine = {
  ...{ key: 'suppressed', kind: 'less', label: 'Not callable', count: 3 },
  parts: [{ key: 'STATE_DNC', label: 'On a state do-not-call list', hint: 'Listed by a state', count: 3 }],
}

const render = (openKeys: string[]) =>
  renderToStaticMarkup(
    <MantineProvider>
      <BreakdownCounts
        lines={[suppressed]}
        openLines={{ isOpen: (key) => openKeys.includes(key), onToggle: () => undefined }}
      />
    </MantineProvider>,
  )

test('a line that its form keeps open is open when it is rendered anew, and closed in another form', () => {
  expect(render(['suppressed'])).toContain('<details open="">')
  expect(render([])).toContain('<details>')
})
