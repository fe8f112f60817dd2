import { Notice } from '../../ui/display/panel.tsx'
import classes from './credit-settings.module.css'
import type { useForeseen } from './use-foreseen.ts'

/** What the terms that are typed mean, before they are saved; nothing while they are the same. */
export function Effect({ foreseen }: { foreseen: ReturnType<typeof useForeseen> }) {
  const { sentences, isUnknown, isHeld } = foreseen
  const isSaid = isUnknown || sentences.length > 0
  return (
    <div role="status">
      {isUnknown && (
        <Notice tone="warn">What this bears upon cannot be said just now. Orders keep the price they have.</Notice>
      )}
      {sentences.length > 0 && (
        <Notice tone="info">
          <ul className={classes.effect}>
            {sentences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Notice>
      )}
      {isHeld && (
        <p className={classes.held}>
          {isSaid ? 'Nothing is saved yet. Save once more to go on.' : 'Looking at what this means…'}
        </p>
      )}
    </div>
  )
}
