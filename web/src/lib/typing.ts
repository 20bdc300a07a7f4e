/** A key is pressed in a field, where keys have a meaning of their own. */
export const isTyping = ({ target }: Event): boolean => target instanceof HTMLElement && target.matches('input, select, textarea');
