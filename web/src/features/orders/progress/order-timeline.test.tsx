import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { StepProgress } from './order-timeline.tsx'

test('progress is announced as leads, not as a percentage', () => {
  const step = { done: 12_000, of: 50_000 }
  const html = renderToStaticMarkup(
    <MantineProvider>
      <StepProgress step={step} label="Finding contacts" />
    </MantineProvider>,
  )
  expect(html).toContain('aria-valuetext="12,000 of 50,000"')
  expect(html).toContain('aria-valuenow="24"')
})
