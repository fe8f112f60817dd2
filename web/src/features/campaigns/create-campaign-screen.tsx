import { isEmptyCriteria } from '@dooryard/contract/criteria'
import { Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useCount } from '../../criteria/count/count.data.ts'
import { LiveCount } from '../../criteria/count/live-count.tsx'
import { useOrderQuote } from '../../criteria/order-quote/quote.data.ts'
import { useCreditSettings } from '../../lib/me.ts'
import { LeaveGuard } from '../../ui/form/leave-guard.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import classes from './create-campaign.module.css'
import { isWorthKeeping, reachableStep } from './draft.ts'
import { startedFrom } from './saved-search.ts'
import { StartOver } from './start-over.tsx'
import { StepTrail } from './step-trail.tsx'
import type { Step } from './steps.ts'
import { SummaryRail } from './summary-rail.tsx'
import { TooManyCampaigns } from './too-many-campaigns.tsx'
import { TypeStep } from './type-step.tsx'
import { useCampaignWizard } from './use-campaign-wizard.ts'
import { useStartFrom } from './use-start-from.ts'
import { WizardMoves } from './wizard-moves.tsx'

// The first step needs none of what the others bring; they come once it has its answer.
const audience = () => import('./audience-step.tsx')
const suppression = () => import('./suppression-step.tsx')
const review = () => import('./review-step.tsx')
const AudienceStep = lazy(async () => ({ default: (await audience()).AudienceStep }))
const SuppressionStep = lazy(async () => ({ default: (await suppression()).SuppressionStep }))
const ReviewStep = lazy(async () => ({ default: (await review()).ReviewStep }))

/** What cannot be had yet is asked for again by the step itself. */
const loadSteps = () => void Promise.allSettled([audience(), suppression(), review()])

type CreateCampaignProps = {
  asked: Step
  onStep: (step: Step) => void
  /** A saved search to start from, until its filters have been taken over. */
  saved: string | undefined
  onTaken: () => void
}

const trail = [
  <Link key="campaigns" to="/portal/campaigns">
    Campaigns
  </Link>,
]

/** Type, audience, suppression, review: a new campaign, with what it means in credits beside it all along. */
export function CreateCampaignScreen({ asked, onStep, saved, onTaken }: CreateCampaignProps) {
  const settings = useCreditSettings()
  const wizard = useCampaignWizard({ asked, onStep }, settings)
  const { draft, change, step, setting } = wizard
  useStartFrom(saved, { wizard, onTaken })
  const count = useCount(draft.criteria)
  const quote = useOrderQuote(draft, step === 'suppression' || step === 'review')
  const isNarrow = useMediaQuery('(max-width: 61.99em)', false, { getInitialValueInEffect: false })
  return (
    <>
      <PageHeader
        heading="New campaign"
        title="New Campaign"
        trail={trail}
        actions={isWorthKeeping(draft) && <StartOver wizard={wizard} onStep={onStep} />}
      />
      {draft.campaignId === undefined && <TooManyCampaigns />}
      <StepTrail step={step} canReach={(other) => reachableStep(draft, other) === other} onStep={onStep} />
      <div className={classes.columns}>
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
              onPick={(search) => change(startedFrom(search, draft))}
              onSaved={({ id, name, criteria }) => change({ source: { id, name, criteria } })}
            />
          )}
          {step === 'suppression' && (
            <SuppressionStep draft={draft} quote={quote} onChange={(criteria) => change({ criteria })} />
          )}
          {step === 'review' && <ReviewStep wizard={wizard} quote={quote} />}
        </Suspense>
        <SummaryRail
          draft={draft}
          setting={setting}
          count={count}
          quote={quote}
          hasAudience={!isEmptyCriteria(draft.criteria)}
          isLast={step === 'review'}
        >
          {!isNarrow && <WizardMoves wizard={wizard} />}
        </SummaryRail>
      </div>
      {isNarrow && (
        <div className={classes.bar}>
          {step === 'audience' && <LiveCount count={count} />}
          <WizardMoves wizard={wizard} />
        </div>
      )}
      <LeaveGuard
        when={wizard.mayLose}
        title="Leave this campaign?"
        text="Your draft stays in this browser, and is here when you come back."
        leave="Keep the draft and leave"
        discard={{ label: 'Throw the draft away', act: wizard.discard }}
      />
    </>
  )
}
