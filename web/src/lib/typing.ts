/** Is the target a field, where keys have a meaning of their own? */
export const isTyping = ({ target }: Pick<Event, 'target'>): boolean => target instanceof HTMLElement && target.matches('input, select, textarea');
