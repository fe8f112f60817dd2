import { Button } from '@mantine/core'
import { askFirst } from '../../ui/shell/confirmations.tsx'
import type { Step } from './steps.ts'
import type { CampaignWizard } from './use-campaign-wizard.ts'

/** Empties the draft, once that is confirmed. */
export function StartOver({ wizard, onStep }: { wizard: CampaignWizard; onStep: (step: Step) => void }) {
  const ask = () =>
    askFirst({
      title: 'Start over?',
      children: 'The type, the filters and everything else you chose are taken away.',
      labels: { confirm: 'Start over', cancel: 'Keep them' },
      onConfirm: () => {
        wizard.discard()
        onStep('type')
      },
    })
  return (
    <Button variant="default" onClick={ask}>
      Start over
    </Button>
  )
}
