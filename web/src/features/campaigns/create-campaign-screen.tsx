import { useMediaQuery } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useCount } from '../../criteria/criteria.data.ts'
import { LiveCount } from '../../criteria/live-count.tsx'
import { useCreditSettings } from '../../lib/me.ts'
import { LeaveGuard } from '../../ui/form/leave-guard.tsx'
import { PageHeader } from '../../ui/parts/page-header.tsx'
import { AudienceStep } from './audience-step.tsx'
import classes from './create-campaign.module.css'
import { isWorthKeeping, missingIn, reachableStep } from './draft.ts'
import { ReviewStep } from './review-step.tsx'
import { StartOver } from './start-over.tsx'
import { StepTrail } from './step-trail.tsx'
import type { Step } from './steps.ts'
import { SummaryRail } from './summary-rail.tsx'
import { TypeStep } from './type-step.tsx'
import { useCampaignWizard } from './use-campaign-wizard.ts'
import { WizardMoves } from './wizard-moves.tsx'

type CreateCampaignProps = { asked: Step; onStep: (step: Step) => void }

const trail = [
  <Link key="campaigns" to="/portal/campaigns">
    Campaigns
  </Link>,
]

/** Type, audience, review: a new campaign, with what it means in credits beside it all along. */
export function CreateCampaignScreen({ asked, onStep }: CreateCampaignProps) {
  const wizard = useCampaignWizard(asked, onStep)
  const { draft, change, step } = wizard
  const settings = useCreditSettings()
  const setting = settings?.find(({ key }) => key === draft.campaignType)
  const count = useCount(draft.criteria)
  const isNarrow = useMediaQuery('(max-width: 61.99em)', false, { getInitialValueInEffect: false })
  return (
    <>
      <PageHeader
        heading="New campaign"
        title="New Campaign"
        trail={trail}
        actions={isWorthKeeping(draft) && <StartOver wizard={wizard} onStep={onStep} />}
      />
      <StepTrail step={step} canReach={(other) => reachableStep(draft, other) === other} onStep={onStep} />
      <div className={classes.columns}>
        {step === 'type' && (
          <TypeStep
            settings={settings}
            value={draft.campaignType}
            onChange={(campaignType) => change({ campaignType })}
          />
        )}
        {step === 'audience' && (
          <AudienceStep criteria={draft.criteria} count={count} onChange={(criteria) => change({ criteria })} />
        )}
        {step === 'review' && <ReviewStep draft={draft} setting={setting} onName={(name) => change({ name })} />}
        <SummaryRail setting={setting} count={count} hasAudience={!missingIn(draft, 'audience')}>
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
