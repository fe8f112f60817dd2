/** The error for a password made of what is known of the person and of the portal. */
export const mostlyKnownMessage =
  'This password is mostly your name, email, phone or company, the name of this portal, or a word like “admin”. ' +
  'Please use other words.'
