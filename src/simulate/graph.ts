// An undirected graph whose nodes can melt together: the bare structure under the common fate graph
// (Graepel et al. 2001, as told by Chelaru 2008, 4.3.1.2). It knows no Go.
//
// As in the text there are both adjacency lists and a matrix, space being cheaper than time. Our matrix
// says where in the list a neighbour stands, so that an edge is found, added and removed in constant time
// and melting costs one step for each neighbour of the smaller node.

/** A node, counted from 0. */
export type Node = number & { readonly graph: "node" }

export class MeltingGraph {
  #width = 0 // number of nodes, and the length of a row
  #degree = new Int16Array(0)
  #neighbours = new Int16Array(0) // a row for each node: its list, `degree` long
  #slot = new Int16Array(0) // a row for each node: 1 + the column's place in its list, 0 for no edge
  #into = new Int16Array(0) // the node it melted into, or itself

  /** A graph of this number of nodes, without edges. */
  reset(nodes: number): void {
    for (let node = 0; node < this.#width; node++) this.#clearRow(node)
    this.#width = nodes
    if (this.#degree.length < nodes) {
      this.#degree = new Int16Array(nodes)
      this.#neighbours = new Int16Array(nodes * nodes)
      this.#slot = new Int16Array(nodes * nodes)
      this.#into = new Int16Array(nodes)
    }
    for (let node = 0; node < nodes; node++) this.#into[node] = node
  }

  degree(node: Node): number {
    return this.#degree[node]!
  }

  /** The neighbour at this place of the list; the places change with the edges. */
  neighbour(node: Node, place: number): Node {
    return this.#neighbours[node * this.#width + place]! as Node
  }

  touches(a: Node, b: Node): boolean {
    return this.#slot[a * this.#width + b] !== 0
  }

  /** The node that this one is part of by now. */
  find(node: Node): Node {
    const into = this.#into
    let found = node as number
    while (into[found] !== found) {
      into[found] = into[into[found]!]! // halves the path for the next call
      found = into[found]!
    }
    return found as Node
  }

  /** Adds the edge; there must be none yet. */
  connect(a: Node, b: Node): void {
    this.#append(a, b)
    this.#append(b, a)
  }

  /** Makes two neighbours one node with the neighbours of both; answers which of the two it is. */
  melt(a: Node, b: Node): Node {
    const kept = this.degree(a) < this.degree(b) ? b : a
    const gone = kept === a ? b : a
    const width = this.#width
    this.#remove(kept, gone)
    this.#remove(gone, kept)
    for (let place = 0; place < this.degree(gone); place++) {
      const neighbour = this.neighbour(gone, place)
      if (this.touches(kept, neighbour)) {
        this.#remove(neighbour, gone)
        continue
      }
      const slot = neighbour * width + gone
      this.#neighbours[neighbour * width + this.#slot[slot]! - 1] = kept
      this.#slot[neighbour * width + kept] = this.#slot[slot]!
      this.#slot[slot] = 0
      this.#append(kept, neighbour)
    }
    this.#clearRow(gone)
    this.#into[gone] = kept
    return kept
  }

  #append(node: Node, neighbour: Node): void {
    const row = node * this.#width
    this.#neighbours[row + this.#degree[node]!] = neighbour
    this.#slot[row + neighbour] = ++this.#degree[node]!
  }

  /** The last of the list takes the place of the one that leaves. */
  #remove(node: Node, neighbour: Node): void {
    const row = node * this.#width
    const slot = this.#slot[row + neighbour]!
    const last = this.#neighbours[row + --this.#degree[node]!]!
    this.#neighbours[row + slot - 1] = last
    this.#slot[row + last] = slot
    this.#slot[row + neighbour] = 0
  }

  #clearRow(node: number): void {
    const row = node * this.#width
    for (let place = 0; place < this.#degree[node]!; place++) {
      this.#slot[row + this.#neighbours[row + place]!] = 0
    }
    this.#degree[node] = 0
  }
}
