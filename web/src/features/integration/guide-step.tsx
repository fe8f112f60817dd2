import { Check } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import classes from './guide.module.css'

type GuideStepProps = { number: number; title: string; isDone: boolean; children: ReactNode }

/** One step of a guide: its number becomes a tick once it is taken. */
export function GuideStep({ number, title, isDone, children }: GuideStepProps) {
  const id = useId()
  return (
    <section className={classes.step} data-done={isDone || undefined} aria-labelledby={id}>
      <header className={classes.stepHead}>
        <span className={classes.number} aria-hidden="true">
          {isDone ? <Check size={16} /> : number}
        </span>
        <h2 id={id}>
          <span className="visually-hidden">Step {number}: </span>
          {title}
          {isDone && <span className="visually-hidden"> (done)</span>}
        </h2>
      </header>
      <div className={classes.stepBody}>{children}</div>
    </section>
  )
}
