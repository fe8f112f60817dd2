import { Button, Flex, Skeleton, Text, type TextProps } from '@mantine/core'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { lazy, Suspense } from 'react'
import type { CampaignWizard } from './use-campaign-wizard.ts'

type WizardProps = { wizard: CampaignWizard }

/** What is missing before the wizard can continue, and why nothing could be ordered as it stands. */
export function StepHint({ wizard: { step, missing, audience }, ...box }: TextProps & WizardProps) {
  const hint = (step !== 'review' && missing) || audience.nothing
  return (
    hint && (
      <Text ta="center" fz="sm" c="dimmed" role="status" {...box}>
        {hint}
      </Text>
    )
  )
}

/** Loads the actions of the last step, which come with a form of their own. */
export const loadFinishActions = () => import('./wizard-steps/finish-actions.tsx')
const FinishActions = lazy(async () => ({ default: (await loadFinishActions()).FinishActions }))

const NextActions = ({ wizard: { missing, next, back } }: WizardProps) => (
  <Flex gap={8}>
    {back && (
      <Button variant="default" onClick={back} leftSection={<ArrowLeft size={16} aria-hidden="true" />}>
        Back
      </Button>
    )}
    <Button
      flex={1}
      onClick={next}
      disabled={missing !== undefined}
      rightSection={<ArrowRight size={16} aria-hidden="true" />}
    >
      Continue
    </Button>
  </Flex>
)

export const WizardActions = ({ wizard }: WizardProps) => (
  <Suspense fallback={<Skeleton height={80} radius="sm" />}>
    {wizard.step === 'review' ? <FinishActions wizard={wizard} /> : <NextActions wizard={wizard} />}
  </Suspense>
)
