"""Classifies the vectors in a file with scikit-learn's NearestCentroid. Prints the shares of correct classes as JSON:
for each metric, one share per split. Vectors are not normalised."""

import json
import sys
import warnings

from sklearn.feature_extraction import DictVectorizer
from sklearn.neighbors import NearestCentroid

# Ignores the warning about words that are equally frequent in all training documents of a class.
warnings.filterwarnings("ignore", message="self.within_class_std_dev_")

with open(sys.argv[1], encoding="utf-8") as file:
    samples = [json.loads(line) for line in file]
vectors = DictVectorizer(sparse=True).fit_transform([each["terms"] for each in samples]) / 2**16
classes = [each["class"] for each in samples]
shares = {"cosine": [], "euclidean": []}
for split in range(len(samples[0]["tests"])):
    test = [place for place, each in enumerate(samples) if each["tests"][split]]
    train = [place for place, each in enumerate(samples) if not each["tests"][split]]
    for metric, found in shares.items():
        train_vectors, test_vectors = vectors[train], vectors[test]
        model = NearestCentroid(metric="euclidean")
        model.fit(train_vectors, [classes[place] for place in train])
        if metric == "cosine":
            # scikit-learn 1.5 removed the metric "cosine", so this computes it from the centroids.
            lengths = (model.centroids_**2).sum(axis=1, keepdims=True) ** 0.5
            scores = test_vectors @ (model.centroids_ / lengths).T
            labels = model.classes_[scores.argmax(axis=1)]
        else:
            labels = model.predict(test_vectors)
        right = sum(label == classes[place] for label, place in zip(labels, test))
        found.append(right / len(test))
print(json.dumps(shares))
