import { type SourceSummary, sources } from '@dooryard/contract/data/sources/sources'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { browserStorage, openTab } from '../../lib/session/tab.fixture.ts'

const anytown: SourceSummary = {
  ...{ source: 'anytown', name: 'Anytown, assessor', publisher: null, countyFips: '56009' },
  ...{ isShipped: false, version: 2, changedAt: null },
}

afterEach(() => vi.unstubAllGlobals())

test('the sources are those of the newest answer, not those that the wizard has listed before an import', async () => {
  await openTab(browserStorage())
  const { SourcesPanel } = await import('./sources-panel.tsx')
  vi.stubGlobal('window', undefined) // as where a page is rendered without a browser
  const cache = new QueryClient()
  cache.setQueryData([sources.list.path, 'all'], [{ ...anytown, version: 1 }])
  const page = { items: [anytown], totalCount: 1, page: 1, limit: 10 }
  cache.setQueryData([sources.list.path, { query: { page: 1, limit: 10 } }], page)
  const html = renderToStaticMarkup(
    <QueryClientProvider client={cache}>
      <MantineProvider>
        <SourcesPanel />
      </MantineProvider>
    </QueryClientProvider>,
  )
  expect(html).toContain('Version 2')
  expect(html).not.toContain('Version 1')
})
