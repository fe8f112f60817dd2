import { Center, Group, UnstyledButton } from '@mantine/core'
import { Check } from 'lucide-react'
import classes from './step-trail.module.css'

type StepTrailProps<Step extends string> = {
  steps: readonly Step[]
  labels: Record<Step, string>
  step: Step
  canReach: (step: Step) => boolean
  onStep: (step: Step) => void
}

/** The steps of a wizard with those that are done; each that can be reached is a button. */
export function StepTrail<Step extends string>({ steps, labels, step, canReach, onStep }: StepTrailProps<Step>) {
  const currentIndex = steps.indexOf(step)
  return (
    <Group
      component="ol"
      gap={4}
      m={0}
      mb={16}
      p={0}
      wrap="nowrap"
      style={{ listStyle: 'none' }}
      className={classes.trail}
      aria-label="Steps"
    >
      {steps.map((one, index) => (
        <li key={one}>
          <UnstyledButton
            className={classes.step}
            disabled={!canReach(one)}
            aria-current={one === step ? 'step' : undefined}
            onClick={() => onStep(one)}
          >
            <Center
              component="span"
              w={24}
              h={24}
              className={classes.number}
              data-done={index < currentIndex || undefined}
            >
              {index < currentIndex ? <Check size={14} aria-hidden="true" /> : index + 1}
            </Center>
            <span className={classes.name}>{labels[one]}</span>
          </UnstyledButton>
        </li>
      ))}
    </Group>
  )
}
