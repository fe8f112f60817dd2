import { Button } from '@mantine/core'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import classes from './create-campaign.module.css'
import type { CampaignWizard } from './use-campaign-wizard.ts'

/** Back and on, and what keeps one from going on. */
export function WizardMoves({ wizard }: { wizard: CampaignWizard }) {
  const { draft, step, missing, next, back, isCreating } = wizard
  const isLast = step === 'review'
  const isNameWrong = isLast && draft.name.trim() !== ''
  const reason = isNameWrong ? missing : `${isLast ? 'Give the campaign a name' : missing} to continue`
  return (
    <>
      <div className={classes.moves}>
        {back && (
          <Button variant="default" onClick={back} leftSection={<ArrowLeft size={16} aria-hidden="true" />}>
            Back
          </Button>
        )}
        <Button
          onClick={next}
          disabled={missing !== undefined}
          loading={isCreating}
          rightSection={!isLast && <ArrowRight size={16} aria-hidden="true" />}
        >
          {isLast ? 'Create campaign' : 'Continue'}
        </Button>
      </div>
      {missing && <p className={classes.missing}>{reason}.</p>}
    </>
  )
}
