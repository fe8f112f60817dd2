import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/**
 * A choice that the address keeps, shown before the address has it: what is chosen next builds upon it, and nothing of it
 * flickers. Once the router has arrived, here or where Back led to, the address alone says what is chosen.
 */
export function useAtOnce<Choice>(kept: Choice, keep: (choice: Choice) => void) {
  const router = useRouter()
  const [told, setTold] = useState<{ choice: Choice }>()
  useEffect(() => router.subscribe('onResolved', () => setTold(undefined)), [router])
  const choose = (choice: Choice) => {
    setTold({ choice })
    keep(choice)
  }
  return [told ? told.choice : kept, choose] as const
}
