"""Requests and answers: the API, the pages, streams, and the gate before them."""
