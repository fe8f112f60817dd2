import { Button } from '@mantine/core'
import { Users } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'

const BuyerMatches = lazy(async () => ({ default: (await import('./buyer-matches.tsx')).BuyerMatches }))

/** Ranks the buyers of a property once asked to. Give it the property as `key`. */
export function FindMatches({ propertyId }: { propertyId: string }) {
  const [isOpen, setOpen] = useState(false)
  if (!isOpen)
    return (
      <Button
        variant="default"
        size="xs"
        leftSection={<Users size={14} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        Who would buy this?
      </Button>
    )
  return (
    <Suspense>
      <BuyerMatches propertyId={propertyId} />
    </Suspense>
  )
}
