import { campaigns, maxActiveCampaigns } from '@dooryard/contract/orders/campaigns'
import { Box, Button, Skeleton, Space } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { LiveCount } from '../../../criteria/count/live-count.tsx'
import { AgreedOrderNotice } from '../../../entities/order/purchase/agreed-order-notice.tsx'
import { buildQuery } from '../../../lib/api/query.ts'
import { useCreditSettings } from '../../../lib/session/current-user.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { LeaveGuard } from '../../../ui/form/leave-guard.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { StepTrail } from '../../../ui/layout/step-trail.tsx'
import { TwoColumns } from '../../../ui/layout/two-columns.tsx'
import { openConfirmDialog } from '../../../ui/shell/confirmations.tsx'
import { getReachableStep, isWorthSaving } from './campaign-draft.ts'
import { toDraftChange } from './saved-search.ts'
import { SummaryRail } from './summary-rail.tsx'
import { type CampaignWizard, useCampaignWizard, useStartFrom, useStartFromOrder } from './use-campaign-wizard.ts'
import classes from './wizard.module.css'
import { loadFinishActions, StepHint, WizardActions } from './wizard-actions.tsx'
import { type Step, steps } from './wizard-step.ts'
import { TypeStep } from './wizard-steps/type-step.tsx'

const stepLabels: Record<Step, string> = {
  type: 'Type',
  audience: 'Audience',
  suppression: 'Suppression',
  review: 'Review',
}

// The first step needs none of what the others load; they are loaded once it is answered.
const loadAudienceStep = () => import('./wizard-steps/audience-step.tsx')
const loadSuppressionStep = () => import('./wizard-steps/suppression-step.tsx')
const loadReviewStep = () => import('./wizard-steps/review-step.tsx')
const AudienceStep = lazy(async () => ({ default: (await loadAudienceStep()).AudienceStep }))
const SuppressionStep = lazy(async () => ({ default: (await loadSuppressionStep()).SuppressionStep }))
const ReviewStep = lazy(async () => ({ default: (await loadReviewStep()).ReviewStep }))

/** A step that fails to load here is requested again when it opens. */
const loadSteps = () =>
  void Promise.allSettled([loadAudienceStep(), loadSuppressionStep(), loadReviewStep(), loadFinishActions()])

type OnStep = (step: Step) => void

/** Clears the draft after confirmation. */
function StartOver({ wizard, onStep }: { wizard: CampaignWizard; onStep: OnStep }) {
  const confirmStartOver = () =>
    openConfirmDialog({
      title: 'Start over?',
      children: 'You’ll lose your selections.',
      labels: { confirm: 'Start over', cancel: 'Cancel' },
      onConfirm: () => {
        wizard.discard()
        onStep('type')
      },
    })
  return (
    <Button variant="default" onClick={confirmStartOver}>
      Start over
    </Button>
  )
}

/**
 * Says in the first step that no more campaigns can be created, which the server would otherwise say in the last one.
 */
function TooManyCampaigns() {
  const { data } = useQuery(buildQuery(campaigns.list, { query: { limit: 1, status: 'ACTIVE' } }))
  if (!data || data.totalCount < maxActiveCampaigns) return null
  return (
    <Box mb="md">
      <Notice tone="warn">
        You have {maxActiveCampaigns} active campaigns, the maximum.{' '}
        <Link to="/portal/campaigns" search={{ tab: 'campaigns', campaignStatus: 'ACTIVE' }}>
          Archive one
        </Link>{' '}
        to create another.
      </Notice>
    </Box>
  )
}

const trail = [
  <Link key="campaigns" to="/portal/campaigns">
    Campaigns
  </Link>,
]

type CreateCampaignProps = {
  requestedStep: Step
  onStep: OnStep
  /** A saved search to start from, until its filters have been applied. */
  saved: string | undefined
  onTaken: () => void
  /** A delivered order whose leads get their phones, until the draft has them. */
  phonesOf: string | undefined
  orderName: string | undefined
  onPhonesTaken: () => void
}

export function CreateCampaignScreen(props: CreateCampaignProps) {
  const { requestedStep, onStep, saved, onTaken, phonesOf, orderName, onPhonesTaken } = props
  const settings = useCreditSettings()
  const wizard = useCampaignWizard({ requestedStep, onStep }, settings)
  const { draft, change, step, audience } = wizard
  const { count } = audience
  useStartFrom(saved, { wizard, onTaken })
  useStartFromOrder({ orderId: phonesOf, orderName }, { wizard, onTaken: onPhonesTaken })
  const isNarrow = useMediaQuery('(max-width: 61.99em)', false, { getInitialValueInEffect: false })
  return (
    <>
      <PageHeader
        heading="New campaign"
        title="New Campaign"
        trail={trail}
        actions={isWorthSaving(draft) && <StartOver wizard={wizard} onStep={onStep} />}
      />
      {draft.campaignId === undefined && <TooManyCampaigns />}
      <AgreedOrderNotice agreement={wizard.agreement} mb="md" />
      <StepTrail
        steps={steps}
        labels={stepLabels}
        step={step}
        canReach={(other) => getReachableStep(draft, other) === other}
        onStep={onStep}
      />
      <TwoColumns widths="minmax(0, 1fr) 300px" gap="24px">
        {step === 'type' && (
          <TypeStep
            settings={settings}
            value={draft.campaignType}
            onChange={(campaignType) => {
              loadSteps()
              change({ campaignType })
            }}
          />
        )}
        <Suspense fallback={<Skeleton height={480} radius="md" />}>
          {step === 'audience' && (
            <AudienceStep
              draft={draft}
              count={count}
              onChange={(criteria) => change({ criteria })}
              onPick={(search) => change(toDraftChange(search, draft))}
              onSaved={({ id, name, criteria }) => change({ source: { id, name, criteria } })}
            />
          )}
          {step === 'suppression' && <SuppressionStep wizard={wizard} />}
          {step === 'review' && <ReviewStep wizard={wizard} />}
        </Suspense>
        <SummaryRail wizard={wizard}>
          {!isNarrow && (
            <Box mt="md">
              <WizardActions wizard={wizard} />
              <StepHint wizard={wizard} mt={8} />
            </Box>
          )}
        </SummaryRail>
      </TwoColumns>
      {isNarrow && (
        <>
          {/* Keeps the end of the page above the bottom bar. */}
          <Space h={audience.action.type === 'buy' && step === 'review' ? 232 : 112} />
          <div className={classes.bar}>
            {step === 'audience' && <LiveCount count={count} />}
            <Box flex={1}>
              <WizardActions wizard={wizard} />
            </Box>
            <StepHint wizard={wizard} flex="1 0 100%" />
          </div>
        </>
      )}
      <LeaveGuard
        when={wizard.hasUnsavedDraft}
        title="Leave this campaign?"
        text="Your draft is saved in this browser."
        leave="Keep the draft and leave"
        discard={{ label: 'Discard draft', act: wizard.discard }}
      />
    </>
  )
}
