import { Button, Flex, Text, type TextProps } from '@mantine/core'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { formatOrderAction } from './review-rules.ts'
import type { CampaignWizard } from './use-campaign-wizard.ts'

/** Finishes the wizard with or without a first order. */
const FinishActions = ({ wizard: { draft, setting, pendingAction, finish, back } }: { wizard: CampaignWizard }) => (
  <Flex wrap="wrap" gap={8}>
    <Button
      flex="1 0 100%"
      h="auto"
      mih={36}
      py={6}
      // The number of leads may need a second line.
      styles={{ label: { lineHeight: '20px', whiteSpace: 'normal' } }}
      onClick={() => finish('order')}
      loading={pendingAction === 'order'}
      disabled={!setting?.isActive || pendingAction === 'campaign'}
    >
      {formatOrderAction(draft)}
    </Button>
    <Button variant="default" px="sm" onClick={back} disabled={pendingAction !== undefined}>
      Back
    </Button>
    <Button
      flex={1}
      variant="default"
      px="sm"
      onClick={() => finish('campaign')}
      loading={pendingAction === 'campaign'}
      disabled={pendingAction === 'order'}
    >
      {draft.campaignId ? 'Campaign only' : 'Create campaign only'}
    </Button>
  </Flex>
)

/** What is missing before the wizard can continue. */
export const MissingHint = ({ wizard: { step, missing }, ...box }: TextProps & { wizard: CampaignWizard }) =>
  step !== 'review' &&
  missing && (
    <Text ta="center" fz="sm" c="dimmed" {...box}>
      {missing}
    </Text>
  )

export function WizardActions({ wizard }: { wizard: CampaignWizard }) {
  const { step, missing, next, back } = wizard
  if (step === 'review') return <FinishActions wizard={wizard} />
  return (
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
}
