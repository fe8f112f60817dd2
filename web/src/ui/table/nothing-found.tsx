import { Button } from '@mantine/core'
import { SearchX } from 'lucide-react'
import { StateView } from '../parts/state-view.tsx'

/** What a list shows in place of rows when its filters leave none. */
export function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <StateView
      icon={SearchX}
      title="No results."
      action={
        <Button variant="default" onClick={onClear}>
          Clear filters
        </Button>
      }
    />
  )
}
