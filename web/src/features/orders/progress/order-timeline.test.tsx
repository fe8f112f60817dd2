import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { StepProgress } from './order-timeline.tsx'

test('how far an order is, is said in leads and not as a share', () => {
  const step = { done: 12_000, of: 50_000 }
  const drawn = renderToStaticMarkup(
    <MantineProvider>
      <StepProgress step={step} label="Finding contacts" />
    </MantineProvider>,
  )
  expect(drawn).toContain('aria-valuetext="12,000 of 50,000"')
  expect(drawn).toContain('aria-valuenow="24"')
})
