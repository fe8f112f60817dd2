import { Button, Flex, Text, type TextProps } from '@mantine/core'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { formatOrderAction } from './review-rules.ts'
import type { CampaignWizard } from './use-campaign-wizard.ts'

/** The ways out of the last step: with a first order, or without. */
const Finish = ({ wizard: { draft, setting, makes, finish, back } }: { wizard: CampaignWizard }) => (
  <Flex wrap="wrap" gap={8}>
    <Button
      flex="1 0 100%"
      h="auto"
      mih={36}
      py={6}
      // The number of leads may take a second line.
      styles={{ label: { lineHeight: '20px', whiteSpace: 'normal' } }}
      onClick={() => finish('order')}
      loading={makes === 'order'}
      disabled={!setting?.isActive || makes === 'campaign'}
    >
      {formatOrderAction(draft)}
    </Button>
    <Button variant="default" px="sm" onClick={back} disabled={makes !== undefined}>
      Back
    </Button>
    <Button
      flex={1}
      variant="default"
      px="sm"
      onClick={() => finish('campaign')}
      loading={makes === 'campaign'}
      disabled={makes === 'order'}
    >
      {draft.campaignId ? 'Campaign only' : 'Create campaign only'}
    </Button>
  </Flex>
)

/** What has to be done before the wizard goes on. */
export const MissingHint = ({ wizard: { step, missing }, ...box }: TextProps & { wizard: CampaignWizard }) =>
  step !== 'review' &&
  missing && (
    <Text ta="center" fz="sm" c="dimmed" {...box}>
      {missing}
    </Text>
  )

export function WizardMoves({ wizard }: { wizard: CampaignWizard }) {
  const { step, missing, next, back } = wizard
  if (step === 'review') return <Finish wizard={wizard} />
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
