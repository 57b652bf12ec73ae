/** Numbers that look like chance, and are the same everywhere. */
export class Chance {
  private state = 362_436_069;

  below(limit: number): number {
    this.state ^= this.state << 13;
    this.state ^= this.state >>> 17;
    this.state ^= this.state << 5;
    return (this.state >>> 0) % limit;
  }
}
