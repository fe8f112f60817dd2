import { Check } from 'lucide-react'
import classes from './step-trail.module.css'
import { type Step, steps } from './steps.ts'

const names: Record<Step, string> = { type: 'Type', audience: 'Audience', suppression: 'Suppression', review: 'Review' }

type StepTrailProps = { step: Step; canReach: (step: Step) => boolean; onStep: (step: Step) => void }

/** Where in the steps one is, and the way to those within reach. */
export function StepTrail({ step, canReach, onStep }: StepTrailProps) {
  const at = steps.indexOf(step)
  return (
    <ol className={classes.trail} aria-label="Steps">
      {steps.map((one, index) => (
        <li key={one}>
          <button
            type="button"
            className={classes.stop}
            disabled={!canReach(one)}
            aria-current={one === step ? 'step' : undefined}
            onClick={() => onStep(one)}
          >
            <span className={classes.number} data-done={index < at || undefined}>
              {index < at ? <Check size={14} aria-hidden="true" /> : index + 1}
            </span>
            <span className={classes.name}>{names[one]}</span>
          </button>
        </li>
      ))}
    </ol>
  )
}
