import { createFileRoute } from '@tanstack/react-router'
import { PropertyScreen } from '../../../features/property/property-screen.tsx'

export const Route = createFileRoute('/portal/properties/$propertyId')({
  component: function PropertyRoute() {
    const { propertyId } = Route.useParams()
    return <PropertyScreen key={propertyId} id={propertyId} />
  },
})
