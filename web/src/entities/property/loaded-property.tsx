import { type Property, PropertyId } from '@dooryard/contract/properties/properties'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { NotFound, NotFoundOrError } from '../../ui/feedback/state-view.tsx'
import { propertyDetailQuery } from './property.data.ts'

type LoadedPropertyProps = { id: string; skeleton: ReactNode; children: (property: Property) => ReactNode }

/** Loads a property for `children`; says so where there is none of that id. */
export function LoadedProperty({ id, skeleton, children }: LoadedPropertyProps) {
  const isId = PropertyId.safeParse(id).success
  const { data, error, refetch } = useQuery({ ...propertyDetailQuery(id), enabled: isId })
  if (!isId) return <NotFound what="The property" />
  if (error && !data) return <NotFoundOrError what="The property" error={error} onRetry={() => void refetch()} />
  return data ? children(data) : skeleton
}
