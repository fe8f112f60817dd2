import { Button } from '@mantine/core'
import { UserSearch } from 'lucide-react'
import { StateView } from '../../ui/display/state-view.tsx'
import classes from './buyer-finder.module.css'
import { asking, type BuyerFinderState, wideningsOf } from './buyer-search.ts'
import { buyersInWords } from './buyer-words.ts'

type NobodyProps = { state: BuyerFinderState; onChange: (change: Partial<BuyerFinderState>) => void }

/** That nobody bought here, and what else could be asked. */
export function NobodyBought({ state, onChange }: NobodyProps) {
  const widenings = wideningsOf(state)
  return (
    <StateView
      icon={UserSearch}
      title={`No ${buyersInWords[state.kind][1]} found here`}
      text={
        widenings.length > 0
          ? 'Nobody known by name and mailing address bought here like that. Ask for more:'
          : 'Nobody known by name and mailing address bought here. Try another place.'
      }
      action={
        <div className={classes.widenings}>
          {widenings.map(({ label, change }) => (
            <Button key={label} variant="default" onClick={() => onChange(asking(change))}>
              {label}
            </Button>
          ))}
        </div>
      }
    />
  )
}
