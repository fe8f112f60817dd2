import { Button } from '@mantine/core'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { orderAction } from './review-rules.ts'
import type { CampaignWizard } from './use-campaign-wizard.ts'
import classes from './wizard-moves.module.css'

const arrowLeft = <ArrowLeft size={16} aria-hidden="true" />

/** The ways out of the last step: with a first order, or without. */
function Finish({ wizard }: { wizard: CampaignWizard }) {
  const { draft, setting, makes, finish, back } = wizard
  return (
    <>
      <Button
        className={classes.order}
        onClick={() => finish('order')}
        loading={makes === 'order'}
        disabled={!setting?.isActive || makes === 'campaign'}
      >
        {orderAction(draft)}
      </Button>
      <Button variant="default" px="sm" onClick={back} disabled={makes !== undefined}>
        Back
      </Button>
      <Button
        variant="default"
        px="sm"
        onClick={() => finish('campaign')}
        loading={makes === 'campaign'}
        disabled={makes === 'order'}
      >
        {draft.campaignId ? 'Campaign only' : 'Create campaign only'}
      </Button>
    </>
  )
}

/** Back and on, and what keeps one from going on. */
export function WizardMoves({ wizard }: { wizard: CampaignWizard }) {
  const { step, missing, next, back } = wizard
  if (step === 'review')
    return (
      <div className={classes.moves} data-last>
        <Finish wizard={wizard} />
      </div>
    )
  return (
    <>
      <div className={classes.moves}>
        {back && (
          <Button variant="default" onClick={back} leftSection={arrowLeft}>
            Back
          </Button>
        )}
        <Button
          onClick={next}
          disabled={missing !== undefined}
          rightSection={<ArrowRight size={16} aria-hidden="true" />}
        >
          Continue
        </Button>
      </div>
      {missing && <p className={classes.missing}>{missing}</p>}
    </>
  )
}
