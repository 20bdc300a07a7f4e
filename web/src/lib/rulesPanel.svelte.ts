/** The rulebook beside the board: whether it is open, and at which rule. */

class RulesPanel {
  open = $state(false);
  /** The rule to show, by its id; at first the summary. */
  rule = $state<string>();

  show(rule?: string): void {
    this.rule = rule;
    this.open = true;
  }

  close(): void {
    this.open = false;
  }

  /** Follow a link to the rulebook here, unless it is opened in a new tab. */
  follow(event: MouseEvent, rule?: string): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    this.show(rule);
  }
}

export const rulesPanel = new RulesPanel();
