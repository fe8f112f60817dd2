import { useQuery } from '@tanstack/react-query'
import { Building2, type LucideIcon, MapPin, TextCursorInput } from 'lucide-react'
import { exampleCity } from './buyer-finder.data.ts'
import classes from './first-steps.module.css'
import type { Subject } from './subject-rules.ts'

type StepProps = { icon: LucideIcon; title: string; text: string; onClick: () => void }

function Step({ icon: Icon, title, text, onClick }: StepProps) {
  return (
    <li>
      <button type="button" className={classes.step} onClick={onClick}>
        <Icon size={20} aria-hidden="true" />
        <span>
          <strong>{title}</strong>
          <span>{text}</span>
        </span>
      </button>
    </li>
  )
}

type FirstStepsProps = { onType: () => void; onPick: () => void; onChoose: (subject: Subject) => void }

/** Three ways to begin, for whoever has not said where to look. */
export function FirstSteps({ onType, onPick, onChoose }: FirstStepsProps) {
  const example = useQuery(exampleCity()).data?.items[0]
  const { lat, lng, label } = example ?? {}
  return (
    <section className={classes.steps} aria-labelledby="first-steps">
      <h2 id="first-steps">Who buys around a property?</h2>
      <p>Say where to look, and see who bought there lately, for how much, and the deeds that prove it.</p>
      <ul>
        <Step icon={TextCursorInput} title="Type a place" text="An address, a city or a ZIP code" onClick={onType} />
        <Step icon={MapPin} title="Pick on the map" text="Any point, with a circle around it" onClick={onPick} />
        {label && lat !== undefined && lng !== undefined && (
          <Step
            icon={Building2}
            title={`Try ${label}`}
            text="An example from the loaded data"
            onClick={() => onChoose({ lat, lng, label })}
          />
        )}
      </ul>
    </section>
  )
}
