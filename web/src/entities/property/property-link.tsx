import type { ReactNode } from 'react'
import { formatStreetLine } from '../../lib/format/address.ts'
import { AnchorLink, LinkButton } from '../../ui/display/links.tsx'

type LinkedProperty = { propertyId: string; address: string | null; unit?: string | null }

/** The address of a property, which opens its page. */
export const PropertyPageLink = ({ property, children }: { property: LinkedProperty; children?: ReactNode }) => (
  <AnchorLink to="/portal/properties/$propertyId" params={{ propertyId: property.propertyId }}>
    {children ?? formatStreetLine(property)}
  </AnchorLink>
)

/** A small button to the page of a property, for what shows only a part of it. */
export const OpenPageButton = ({ propertyId }: { propertyId: string }) => (
  <LinkButton variant="default" size="xs" to="/portal/properties/$propertyId" params={{ propertyId }}>
    Open page
  </LinkButton>
)
